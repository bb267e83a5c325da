/** Charts of the figures. */
@NullMarked
package io.twophase.bench.chart;

import org.jspecify.annotations.NullMarked;
