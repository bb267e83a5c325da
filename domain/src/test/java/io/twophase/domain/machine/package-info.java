/**
 * The explorer of the machine: every world that can come of a scene, with each rule and without.
 */
@NullMarked
package io.twophase.domain.machine;

import org.jspecify.annotations.NullMarked;
