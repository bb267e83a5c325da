/** Compensation: a transfer is canceled, or reversed by a new one. */
@NullMarked
package io.twophase.app.compensation;

import org.jspecify.annotations.NullMarked;
