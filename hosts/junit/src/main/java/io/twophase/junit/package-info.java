/** The means of hosts' tests: processes over a store in memory, their faults, and a clock. */
@NullMarked
package io.twophase.junit;

import org.jspecify.annotations.NullMarked;
