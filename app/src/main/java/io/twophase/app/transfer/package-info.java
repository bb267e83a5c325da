/** Transfers: what is asked, what is answered, and a batch of them run by the engine. */
@NullMarked
package io.twophase.app.transfer;

import org.jspecify.annotations.NullMarked;
