/** The driver, made to fit: its errors as outcomes, its batches as single commands, its clock. */
@NullMarked
package io.twophase.adapter.mongo.driver;

import org.jspecify.annotations.NullMarked;
