@NullMarked
package io.twophase.junit;

import org.jspecify.annotations.NullMarked;
