package io.twophase.domain.machine;

import io.twophase.domain.testing.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The scenes, by the names that the design's own model has for them: a line each, as {@link
 * Scene#of} reads it. Those of more than some ten thousand worlds, unless nothing goes wrong, are
 * large; those of as many worlds though nothing goes wrong are huge.
 */
final class Scenes {

  private static final Map<String, Scene> ALL = table("scenes.txt");

  private Scenes() {}

  /** The scenes of a page beside this class, a line each behind its name. */
  static Map<String, Scene> table(String page) {
    Map<String, Scene> scenes = new LinkedHashMap<>();
    Texts.beside(Scenes.class, page)
        .lines()
        .forEach(
            line -> {
              int name = line.indexOf('|');
              if (scenes.put(line.substring(0, name).trim(), Scene.of(line.substring(name + 1)))
                  != null) {
                throw new IllegalArgumentException("two scenes " + line);
              }
            });
    return scenes;
  }

  static Scene named(String name) {
    return Optional.ofNullable(ALL.get(name)).orElseThrow();
  }

  static Map<String, Scene> all() {
    return ALL;
  }
}
