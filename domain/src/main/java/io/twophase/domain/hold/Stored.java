package io.twophase.domain.hold;

import io.vavr.control.Option;
import java.util.List;

/** A target as it is stored: implemented by Account and Document. */
public interface Stored {
  Target target();

  List<Hold> holds();

  Option<Bounds> bounds(Scale scale);

  Stored with(List<Hold> holds);

  Stored with(Scale scale, Bounds bounds);
}
