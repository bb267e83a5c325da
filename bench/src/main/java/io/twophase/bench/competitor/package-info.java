/** The competitors of the benchmark, each on a database of its own. */
@NullMarked
package io.twophase.bench.competitor;

import org.jspecify.annotations.NullMarked;
