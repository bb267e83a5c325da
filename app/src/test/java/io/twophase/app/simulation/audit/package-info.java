/** The auditor of a simulation. It shares no code with what it judges. */
package io.twophase.app.simulation.audit;
