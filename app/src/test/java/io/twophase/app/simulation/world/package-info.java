/** The simulated world: a clock, a scheduler, a network with faults, and a store behind it. */
package io.twophase.app.simulation.world;
