package io.twophase.planted.writes.ports;

import java.util.List;

/** A port with the methods that matter. */
public interface AccountRepository {

  List<String> open(List<String> openings);

  List<String> find(List<String> ids);

  List<String> hold(List<String> legs);

  /** Stands for what a later version may bring. */
  List<String> seize(List<String> legs);
}
