/** Transfers and documents: the request, its preview, its outcome, and listeners. */
@NullMarked
package io.twophase.app.transfer;

import org.jspecify.annotations.NullMarked;
