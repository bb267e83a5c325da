package io.twophase.planted.writes.ports;

import java.util.List;

/** A port with the methods that matter. */
public interface Holds {

  List<String> find(List<String> targets);

  List<String> place(List<String> asked);

  List<String> end(List<String> asked);
}
