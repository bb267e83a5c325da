package io.twophase.planted.writes.ports;

import java.util.List;

/** A port with the methods that matter. */
public interface Records {

  List<String> find(List<String> ids);

  List<String> move(List<String> transitions);

  String tryWhole(String asked);
}
