/**
 * Recovery finishes what dead or slow processes left; the sweep withdraws holds that nobody will
 * ever settle; retention removes what was finished long ago, after all that must be kept of it is
 * kept.
 */
@NullMarked
package io.twophase.app.recovery;

import org.jspecify.annotations.NullMarked;
