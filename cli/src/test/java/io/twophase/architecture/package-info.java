/**
 * The architecture as rules. Each is an allow-list or forbids a cycle, is taken from a root
 * package, and so holds for Twophase itself and is seen to bite on a tree planted to break it.
 * {@link io.twophase.test.host.HostRules} is for the tests of hosts.
 */
@NullMarked
package io.twophase.architecture;

import org.jspecify.annotations.NullMarked;
