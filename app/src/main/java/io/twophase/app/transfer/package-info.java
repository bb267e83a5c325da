/** Transfers: the request, its outcome, and what listens to outcomes. */
@NullMarked
package io.twophase.app.transfer;

import org.jspecify.annotations.NullMarked;
