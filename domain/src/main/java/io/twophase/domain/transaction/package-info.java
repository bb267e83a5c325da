/** A transaction: its request, body, states and reasons, and what compensation does with it. */
@NullMarked
package io.twophase.domain.transaction;

import org.jspecify.annotations.NullMarked;
