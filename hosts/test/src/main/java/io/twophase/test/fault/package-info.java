/** Repositories whose writes go wrong when a test says so. */
@NullMarked
package io.twophase.test.fault;

import org.jspecify.annotations.NullMarked;
