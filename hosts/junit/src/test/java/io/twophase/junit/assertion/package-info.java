@NullMarked
package io.twophase.junit.assertion;

import org.jspecify.annotations.NullMarked;
