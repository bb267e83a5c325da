/** What Spring Data has that Twophase uses, or has to keep away from. */
@NullMarked
package io.twophase.spring.data;

import org.jspecify.annotations.NullMarked;
