/** The port contracts on a server that is a process of its own. */
package io.twophase.cli.process.contract;
