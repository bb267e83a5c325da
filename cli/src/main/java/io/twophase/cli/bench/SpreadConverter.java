package io.twophase.cli.bench;

import io.twophase.bench.measure.AccountSpread;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many accounts. */
final class SpreadConverter implements ITypeConverter<AccountSpread> {
  @Override
  public AccountSpread convert(String text) {
    return AccountSpread.parse(text)
        .getOrElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is neither hot nor a number from 2 to 10000000"));
  }
}
