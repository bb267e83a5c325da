package io.twophase.planted.writes.ports;

/** A port of the planted house. */
public interface OwnerRepository {

  /** A write. */
  String retire(String owner);

  /** A read. */
  String find(String owner);
}
