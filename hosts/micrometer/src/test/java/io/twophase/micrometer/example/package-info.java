/** What the documents show of a host with Micrometer. */
@NullMarked
package io.twophase.micrometer.example;

import org.jspecify.annotations.NullMarked;
