package io.twophase.planted.writes.ports;

/** A port with a write and a read. */
public interface PeriodRepository {

  String names();

  String stopPostings(String period);
}
