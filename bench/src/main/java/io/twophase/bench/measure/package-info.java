/** Rounds, their figures and medians. */
@NullMarked
package io.twophase.bench.measure;

import org.jspecify.annotations.NullMarked;
