/** The step machine: it says which step a worker takes next at a record. */
@NullMarked
package io.twophase.domain.machine;

import org.jspecify.annotations.NullMarked;
