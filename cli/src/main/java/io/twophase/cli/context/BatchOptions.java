package io.twophase.cli.context;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command runs its batches, where it runs any. */
public final class BatchOptions {

  /** The usual: the transfers of a batch are one transaction. */
  static final BatchOptions USUAL = new BatchOptions();

  @Option(
      names = "--batches-as-one",
      negatable = true,
      description =
          "in this run: the transfers of a batch are one transaction, with one decision, or each is"
              + " one of its own (default: one)")
  @Nullable Boolean asOne;

  /** Whether the transfers of a batch are one transaction. */
  boolean areOne() {
    return !Boolean.FALSE.equals(asOne);
  }
}
