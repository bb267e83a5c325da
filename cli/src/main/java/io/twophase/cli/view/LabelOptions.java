package io.twophase.cli.view;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.domain.transaction.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    Map<String, String> entries = new LinkedHashMap<>();
    for (String entry : metadata) {
      int equals = entry.indexOf('=');
      CommandFailure.badInputIf(equals < 0, "--metadata '" + Lines.value(entry) + "' is no K=V");
      CommandFailure.badInputIf(
          entries.put(entry.substring(0, equals), entry.substring(equals + 1)) != null,
          "--metadata '" + Lines.value(entry.substring(0, equals)) + "' is given twice");
    }
    return Arguments.parsed(Labels.of(Optional.ofNullable(reference), entries));
  }
}
