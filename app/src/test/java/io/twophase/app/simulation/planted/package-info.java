/** Stores with a planted fault, which the simulation must find. */
package io.twophase.app.simulation.planted;
