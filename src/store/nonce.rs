//! Names by chance.

use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::store::Cause;

/// 24 letters that nothing else has.
pub(super) fn nonce() -> Result<String, Cause> {
    let mut bytes = [0; 12];
    SysRng.try_fill_bytes(&mut bytes).map_err(|it| Cause::System(it.to_string()))?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}
