/** Recovery, as long as the application context runs. */
@NullMarked
package io.twophase.spring.recovery;

import org.jspecify.annotations.NullMarked;
