/** What a release publishes, and that a host outside of this tree can be built from it. */
package io.twophase.artifacts;
