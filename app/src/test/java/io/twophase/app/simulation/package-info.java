/**
 * The simulation: several processes at work on one store over a bad network, all of it from one
 * seed, judged by an auditor that shares nothing with what it judges.
 */
package io.twophase.app.simulation;
