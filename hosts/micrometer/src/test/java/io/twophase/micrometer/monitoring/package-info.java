/** The alert rules and the dashboard that come with the module. */
@NullMarked
package io.twophase.micrometer.monitoring;

import org.jspecify.annotations.NullMarked;
