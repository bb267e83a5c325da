/**
 * Recovery finishes what dead or slow processes left; the sweep withdraws holds that nobody will
 * ever settle.
 */
@NullMarked
package io.twophase.app.recovery;

import org.jspecify.annotations.NullMarked;
