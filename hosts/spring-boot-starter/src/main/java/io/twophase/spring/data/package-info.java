/** The parts of Spring Data that Twophase uses, or keeps away from. */
@NullMarked
package io.twophase.spring.data;

import org.jspecify.annotations.NullMarked;
