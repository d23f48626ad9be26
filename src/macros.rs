//! The macro behind every small enum of the crate.

/// Declares a field-less enum that counts from zero and gives it `COUNT`, `ALL`, `index` and
/// `try_from_index`, so that tables can be indexed by the type instead of by a bare number.
macro_rules! small_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        $vis enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// All values in ascending order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),+];
            /// How many values there are.
            pub const COUNT: usize = [$(stringify!($variant)),+].len();

            /// The value's place in [`Self::ALL`], counted from zero.
            #[inline(always)]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value at `index` of [`Self::ALL`], `None` beyond the end.
            #[inline(always)]
            #[must_use]
            #[allow(non_upper_case_globals)] // the patterns below are constants named as the variants
            pub const fn try_from_index(index: usize) -> Option<Self> {
                // A match over all constants compiles to a range check, with no table behind it.
                $(const $variant: usize = $name::$variant as usize;)+
                match index {
                    $($variant => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use small_enum;
