/** Checks a store's books. Shares no code with the engine, and none with the account's rules. */
@NullMarked
package io.twophase.app.audit;

import org.jspecify.annotations.NullMarked;
