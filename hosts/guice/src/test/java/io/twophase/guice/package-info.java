@NullMarked
package io.twophase.guice;

import org.jspecify.annotations.NullMarked;
