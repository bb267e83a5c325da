/** The server that is measured, what its rounds ask for, and what they come to. */
@NullMarked
package io.twophase.bench.measure;

import org.jspecify.annotations.NullMarked;
