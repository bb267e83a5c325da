/** Withdraws holds of which a record proves that nobody will ever settle them. */
@NullMarked
package io.twophase.app.orphan;

import org.jspecify.annotations.NullMarked;
