/** The sweep: it finds holds that no record knows, and releases them. */
@NullMarked
package io.twophase.app.sweep;

import org.jspecify.annotations.NullMarked;
