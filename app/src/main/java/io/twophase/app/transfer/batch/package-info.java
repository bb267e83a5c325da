/** Batches of transfers: how they are cut, and how the engine runs them. */
@NullMarked
package io.twophase.app.transfer.batch;

import org.jspecify.annotations.NullMarked;
