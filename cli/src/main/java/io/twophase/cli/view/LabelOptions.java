package io.twophase.cli.view;

import io.twophase.domain.transaction.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say something about a transaction, or look for what is said. */
public final class LabelOptions {

  @Option(names = "--reference", paramLabel = "R")
  private @Nullable String reference;

  @Option(names = "--metadata", paramLabel = "K=V")
  private List<String> metadata = new ArrayList<>();

  /** Returns what they say, or one line that says why they cannot. */
  public Labels labels() {
    Map<String, String> entries = Arguments.entries("--metadata", metadata);
    return Arguments.parsed(Labels.of(Optional.ofNullable(reference), entries));
  }
}
