package io.twophase.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
final class VersionProvider implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return new String[] {"twophase " + (version == null ? "(not from a jar)" : version)};
  }
}
